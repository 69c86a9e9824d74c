/** Patterns of event names, as people type them: `post.*`, `*.failed`, `!post.external.*`. */

/** Whether patterns let an event through: the last one that matches it decides, and `!` in front shuts it out. */
export function isWanted(patterns: readonly string[], event: string): boolean {
  const beginsOpen = patterns.every((pattern) => pattern.startsWith('!'));
  return patterns.reduce((wanted, pattern) => {
    const shut = pattern.startsWith('!');
    return matches(shut ? pattern.slice(1) : pattern, event) ? !shut : wanted;
  }, beginsOpen);
}

function matches(pattern: string, event: string): boolean {
  if (pattern === '*' || pattern === event) return true;
  const star = pattern.indexOf('*');
  if (star === -1) return false;
  return star === pattern.length - 1 ? event.startsWith(pattern.slice(0, -1)) : fits(pattern.split('*'), event);
}

/** Whether the pieces occur in the event in their order, the first at its beginning and the last at its end. */
function fits(pieces: readonly string[], event: string): boolean {
  const [first = '', ...rest] = pieces;
  const last = rest.pop() ?? '';
  if (!event.startsWith(first) || event.length < first.length + last.length || !event.endsWith(last)) return false;
  let from = first.length;
  return rest.every((piece) => {
    const at = event.indexOf(piece, from);
    from = at + piece.length;
    return at !== -1 && from <= event.length - last.length;
  });
}
