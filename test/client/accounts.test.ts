import { expect, test } from 'vitest';
import { placeholderTargets, targetsFor, type Account } from '../../src/client/accounts.ts';

const [P1, P2] = ['1'.repeat(24), '2'.repeat(24)];
const id = (letter: string): string => letter.repeat(24);

// prettier-ignore
const accounts: readonly Account[] = [
  { _id: id('a'), platform: 'twitter',   username: 'acme',        profileId: P1 },
  { _id: id('b'), platform: 'instagram', username: '@Brand',      profileId: { _id: P1 } },
  { _id: id('c'), platform: 'instagram', username: 'other',       profileId: P2 },
  { _id: id('d'), platform: 'linkedin',  username: 'acme',        profileId: P2 },
  { _id: id('e'), platform: 'facebook',  username: 'acme.page', displayName: 'Acme Page', profileId: P2 },
  { _id: id('f'), platform: 'metaads',   username: 'adsonly',     profileId: P1 },
];
const platforms = ['twitter', 'instagram', 'linkedin', 'facebook', 'tiktok'];

const found = (words: readonly string[], profile?: string) =>
  targetsFor(words, { accounts, platforms, ...(profile !== undefined && { profile }) }).map(
    ({ platform, accountId }) => `${platform}:${accountId[0]}`,
  );

// prettier-ignore
test.each([
  ['an id',                              id('c'),                undefined, 'instagram:c'],
  ['an id outside the profile',          id('c'),                P1,        'instagram:c'],
  ['a platform with its id',             `twitter:${id('a')}`,   undefined, 'twitter:a'],
  ['a platform with one account',        'twitter',              undefined, 'twitter:a'],
  ['a platform, within a profile',       'instagram',            P1,        'instagram:b'],
  ['a username',                         'other',                undefined, 'instagram:c'],
  ['a username with the sign',           '@other',               undefined, 'instagram:c'],
  ['a username in other letters',        'BRAND',                undefined, 'instagram:b'],
  ['a platform and username',            'linkedin:acme',        undefined, 'linkedin:d'],
  ['a platform and username with sign',  'instagram:@brand',     undefined, 'instagram:b'],
  ['a username, within a profile',       'acme',                 P2,        'linkedin:d'],
  ['a display name',                     'facebook:Acme Page',   undefined, 'facebook:e'],
])('--to takes %s: %s (profile %s) is %s', (_, word, profile, target) => {
  expect(found([word], profile)).toEqual([target]);
});

test('POST-77 several words are several targets, and one account named twice is one', () => {
  expect(found(['twitter', id('a'), '@brand', 'linkedin'])).toEqual(['twitter:a', 'instagram:b', 'linkedin:d']);
});

// prettier-ignore
test.each([
  ['instagram', ['b', 'c']],
  ['acme',      ['a', 'd']],
])('--to %s fits several accounts: exit 2 with the candidates', (word, candidates) => {
  expect(() => found([word])).toThrow(
    expect.objectContaining({
      exit: 'usage',
      fields: expect.objectContaining({
        code: 'ambiguous',
        param: '--to',
        details: { candidates: candidates.map((letter) => expect.objectContaining({ _id: id(letter) }) as unknown) },
      }) as unknown,
    }),
  );
});

// prettier-ignore
test.each([
  ['nobody',                undefined],
  ['tiktok',                undefined],
  ['instagram:acme',        undefined],
  [id('9'),                 undefined],
  [`twitter:${id('b')}`,    undefined],
  ['instagram:other',       P1],
  ['adsonly',               undefined],
])('--to %s (profile %s) matches no account: exit 2 and those that are there', (word, profile) => {
  expect(() => found([word], profile)).toThrow(
    expect.objectContaining({ exit: 'usage', message: expect.stringContaining(`--to ${word} matches no account`) as string }),
  );
});

const hintOf = (word: string, profile?: string): string => {
  try {
    found([word], profile);
  } catch (error) {
    return (error as { fields: { hint: string } }).fields.hint;
  }
  return '';
};

test('platforms with commas between them are shown as flags to type', () => {
  expect(hintOf('twitter,instagram')).toBe('Repeat the flag: --to twitter --to instagram.');
});

test('what can be typed instead is named: the nearest word, and accounts of the profile alone', () => {
  expect(hintOf('instagran')).toMatch(/^Did you mean instagram\? Available: /);
  expect(hintOf('instagram:other', P1)).not.toContain('@other');
});

test('the flag that the word was typed for is the one that is named', () => {
  expect(() => targetsFor(['x'], { accounts: [], platforms, flag: '--account' })).toThrow(
    expect.objectContaining({ message: '--account x matches no account.' }),
  );
});

test('without any account the hint is to look at the accounts', () => {
  expect(() => targetsFor(['x'], { accounts: [], platforms })).toThrow(
    expect.objectContaining({
      fields: expect.objectContaining({ hint: expect.stringContaining('svc accounts list') as string }) as unknown,
    }),
  );
});

test('a dry run looks nothing up and keeps what the words themselves say', () => {
  expect(placeholderTargets(['twitter', 'instagram:@brand', '@who', id('a'), `tiktok:${id('b')}`], platforms)).toEqual([
    { platform: 'twitter', accountId: '<account twitter>' },
    { platform: 'instagram', accountId: '<account instagram:@brand>' },
    { platform: '<platform of @who>', accountId: '<account @who>' },
    { platform: `<platform of ${id('a')}>`, accountId: id('a') },
    { platform: 'tiktok', accountId: id('b') },
  ]);
});
