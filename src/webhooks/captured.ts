/** Headers that were written down, read again: as lines, or as JSON. Used by verify, which wants them as they came. */

/** Name and value of every header, doubles included. */
export type HeaderPairs = readonly (readonly [name: string, value: string])[];

const LINE = /^([!#$%&'*+.^_`|~0-9A-Za-z-]+):[ \t]*(.*?)[ \t]*$/;

/**
 * Lines `Name: value` as a trace shows them, without the request line and marks such as `>`; or JSON: an object of values
 * and lists of values, or a list of pairs, by itself or under the key `headers`.
 * @returns undefined when there is no header in it
 */
export function headersIn(text: string): HeaderPairs | undefined {
  const pairs = /^\s*[{[]/.test(text) ? pairsIn(parsed(text)) : linesIn(text);
  return pairs.length === 0 ? undefined : pairs;
}

function linesIn(text: string): HeaderPairs {
  return text.split(/\r?\n/).flatMap((line) => {
    const [, name, value] = LINE.exec(line.replace(/^[<>*]\s+/, '')) ?? [];
    return name === undefined || value === undefined ? [] : [[name, value] as const];
  });
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

function pairsIn(value: unknown): HeaderPairs {
  if (Array.isArray(value)) return value.flatMap((pair) => (isPair(pair) ? [[pair[0], pair[1]] as const] : []));
  if (typeof value !== 'object' || value === null) return [];
  const { headers, ...fields } = value as Record<string, unknown>;
  if (typeof headers === 'object' && headers !== null) return pairsIn(headers);
  return Object.entries({ ...fields, ...(headers === undefined ? {} : { headers }) }).flatMap(([name, one]) =>
    [one].flat().flatMap((text) => (typeof text === 'string' ? [[name, text] as const] : [])),
  );
}

const isPair = (pair: unknown): pair is readonly [string, string] =>
  Array.isArray(pair) && typeof pair[0] === 'string' && typeof pair[1] === 'string';
