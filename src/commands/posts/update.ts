/** `svc posts update ID`: changes a post, and waits for its end where that is asked for. With --where, every post that fits, under a journal that can undo it. */
import { failure } from '../../kernel/failure.ts';
import { isFields } from '../../kernel/json.ts';
import { override } from '../../cli/command.ts';
import { afterWait, waitFlag } from '../../cli/post-wait.ts';

export default override('posts update', {
  args: { postId: { summary: 'Post id' } },
  hide: ['postId'],
  flags: {
    where: {
      type: 'string',
      repeat: true,
      common: true,
      placeholder: 'conditions',
      summary: 'Change every post that fits: status=scheduled,text~old.example (also !=, !~, and at<2026-12-01)',
    },
    replace: {
      type: 'string',
      repeat: true,
      common: true,
      placeholder: 'old=new',
      summary: 'With --where: replace words in the texts and titles of the posts',
    },
    undo: {
      type: 'file',
      common: true,
      placeholder: 'journal',
      summary: 'Give the posts of an earlier --where the fields that they had, by its journal',
    },
    again: { type: 'boolean', summary: 'With --where: look for posts anew, although the same edit was stopped' },
    irreversible: { type: 'boolean', summary: 'With --where: change what --undo could not restore, too' },
    wait: waitFlag,
  },
  description:
    'Only the fields you send change. A draft with a new time or queue becomes scheduled. ' +
    'With --where the difference is shown first, and a journal keeps what every post had: stopped or killed, the same command goes ' +
    'on and changes each post once, and --undo restores them. A post that somebody else has changed since is left alone. ' +
    'Conditions are joined by commas: id, status, text, title, platform, account, tag, series, timezone, at, created.',
  examples: [
    'svc posts update 65a1b2c3d4e5f60718293a4b --content "Doors open at ten"',
    'svc posts update 65a1b2c3d4e5f60718293a4b --scheduled-for 2026-12-01T09:00:00Z',
    "svc posts update --where 'status=scheduled,text~old.example' --replace old.example=new.example",
    "svc posts update --where 'status=scheduled,platform=twitter' --set 'tags[]=spring' --dry-run",
    'svc posts update --undo edit.ndjson --yes',
  ],
  exits: ['pending', 'partial', 'interrupted'],

  async instead({ path: { postId }, body }, context, { flags, sets }) {
    const { where, replace, undo, again = false, irreversible = false, wait } = flags;
    const isBulk = where.length > 0;
    if (!isBulk && undo === undefined) {
      if (postId === undefined)
        throw refused('Name the post by its id, or use --where for every one that fits.', '<post-id>');
      const alone = { '--replace': replace.length > 0, '--again': again, '--irreversible': irreversible };
      const stray = Object.entries(alone).find(([, isThere]) => isThere)?.[0];
      if (stray !== undefined) throw refused(`${stray} goes with --where.`, stray);
      return undefined;
    }
    const mine = isBulk ? '--where' : '--undo';
    if (postId !== undefined) throw refused(`${mine} takes no post id.`, mine);
    if (wait !== undefined) throw refused(`--wait is about one post, not ${mine}.`, '--wait');
    const given = isFields(body) ? body : {};
    const { editPosts, undoEdit } = await import('../../cli/bulk/editing.ts');
    if (undo === undefined)
      return editPosts({ where, body: given, sets: sets ?? [], replace, again, irreversible }, context);
    if (isBulk || Object.keys(given).length + replace.length > 0)
      throw refused('--undo takes its fields from the journal alone.', '--undo');
    return undoEdit(undo, context);
  },

  run: async (context, input, send, { flags }) => afterWait(await send(input), flags.wait, context),
});

const refused = (message: string, param: string) => failure('usage', { message, param });
