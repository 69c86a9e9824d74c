/** The due work of blogs: an article whose time has come. */
import type { DueWork } from '../../desk.ts';
import { ARTICLE_DUE, publishArticle } from './articles.ts';

export const work: Readonly<Record<string, DueWork>> = { [ARTICLE_DUE]: publishArticle };
