import { expect, test } from 'vitest';
import { aboutOf } from '../../../../../../src/service/console/app/panels/timeline/about.ts';

const account = {
  _id: 'a1',
  platform: 'twitter',
  username: 'north',
  isActive: true,
  needsReconnection: false,
  profileId: 'p',
};
const post = { _id: 'p1', content: 'Opening at nine', status: 'scheduled', createdAt: '', platforms: [] };
const known = { posts: new Map([['p1', post]]), accounts: new Map([['a1', account]]) };

test('work is called by the post or the account that it names', () => {
  expect(aboutOf('p1/a1', known)).toEqual({ text: 'Opening at nine', panel: 'posts', id: 'p1', platform: 'twitter' });
  expect(aboutOf('a1', known)).toEqual({ text: 'north on X', panel: 'networks', id: 'a1', platform: 'twitter' });
});

test('an id that nothing is known of stays as it is', () => {
  expect(aboutOf('hourly', known)).toEqual({ text: 'hourly' });
});
