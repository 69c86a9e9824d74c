/** POST /v1/tools/validate/post: every target is judged as a create judges it; what a create drops is named and left out. */
import { platformLabel } from '../../../platforms/labels.ts';
import { unlistedProblems } from '../../../platforms/account-lists.ts';
import { contentProblems } from '../../../platforms/content.ts';
import { contentOf, threadMedia, type SentTarget } from '../../../platforms/sent.ts';
import { resolved } from '../../../schema/reference.ts';
import { pruneSteps } from '../../../schema/unknown.ts';
import { ok, type Call } from '../../call.ts';
import type { Desk, Handler } from '../../desk.ts';
import { readAccountLists } from '../../networks/account-lists.ts';
import { accountFor } from '../../records/account.ts';
import { measureUploads, withMeasures } from '../../records/upload.ts';
import { inTurns, pauses } from '../../turns.ts';

interface RequestedTarget extends SentTarget {
  readonly platform: string;
  readonly accountId?: string;
}

/** Source: ASM-13 */
export const validatePost: Handler = async (call, desk) => {
  const errors: { platform: string; error: string }[] = [];
  const warnings: { platform: string; warning: string }[] = [];
  const pause = pauses(desk.turns);
  for (const sent of call.body['platforms'] as readonly RequestedTarget[]) {
    await pause();
    const { platform } = sent;
    const { target, ignored } = await asCreated(sent, desk);
    for (const warning of ignored) warnings.push({ platform, warning });
    for (const error of await targetProblems(target, call, desk)) errors.push({ platform, error });
  }
  if (errors.length > 0) return ok({ valid: false, errors, warnings });
  return ok({ valid: true, message: 'The post fits every target.', warnings });
};

interface Pruned {
  readonly target: RequestedTarget;
  /** A sentence for each setting that a create drops. */
  readonly ignored: readonly string[];
}

/** The target with the settings that the description of a create knows. */
async function asCreated(sent: RequestedTarget, { catalog, turns }: Desk): Promise<Pruned> {
  const { schemas } = catalog.file('posts');
  const target = catalog.card('createPost').body?.schema.properties?.['platforms']?.items;
  if (target === undefined) throw new Error('createPost describes no targets.');
  const { platform, platformSpecificData } = sent;
  const { value, unknown } = await inTurns(
    pruneSteps(resolved(target, schemas), { platform, platformSpecificData }, schemas),
    turns,
  );
  const ignored = unknown.map(({ path, suggestion: near }) => {
    const hint = near === undefined ? '' : ` Did you mean ${near}?`;
    return `${path.join('.')} is not known here and is ignored.${hint}`;
  });
  return { target: { ...sent, ...(value as Pick<RequestedTarget, 'platform' | 'platformSpecificData'>) }, ignored };
}

async function targetProblems(target: RequestedTarget, call: Call, desk: Desk): Promise<string[]> {
  const { platform, accountId } = target;
  const { read } = desk.store;
  const content = contentOf(call.body, target);
  const measured = await measureUploads(read, [...content.media, ...threadMedia(content.settings)]);
  const problems = await contentProblems(platform, withMeasures(content, measured));
  if (accountId === undefined) return problems;
  const account = await accountFor(read, call.caller, accountId);
  if (account === undefined) return ['There is no such account.', ...problems];
  if (account.doc.platform !== platform)
    return [
      `The account is on ${platformLabel(account.doc.platform)}, not on ${platformLabel(platform)}.`,
      ...problems,
    ];
  const lists = await readAccountLists(read, {
    fixtures: desk.catalog.fixtures(),
    account: { id: account.id, platform },
  });
  const unlisted = unlistedProblems(platform, content.settings, lists);
  return [...problems, ...unlisted.map(({ sentence }) => sentence)];
}
