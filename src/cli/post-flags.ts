/** The flags that `svc posts create` and `svc posts cross-post` share. */

export const atFlag = {
  type: 'string',
  common: true,
  placeholder: 'time',
  summary: 'When to publish: ISO 8601, +2h or "tomorrow 9:00", in --timezone or the zone of the context',
} as const;

export const nowFlag = { type: 'boolean', common: true, summary: 'Publish immediately' } as const;

export const draftFlag = { type: 'boolean', common: true, summary: 'Save it as a draft' } as const;

export const mediaFlag = {
  type: 'file',
  repeat: true,
  common: true,
  placeholder: 'file|url',
  summary: 'Image, video or document to attach; files are uploaded first',
} as const;

export const contentFileFlag = {
  type: 'file',
  summary: 'Read the text from this file; `-` reads standard input',
} as const;
