/** How other areas know a contact again in a conversation. */

/** Whether both are addresses of one person; a number may be written with its plus sign. */
export const isSamePerson = (one: string | undefined, other: string | undefined): boolean =>
  one !== undefined && other !== undefined && bare(one) === bare(other);

const bare = (address: string): string => address.replace(/^\+/, '');
