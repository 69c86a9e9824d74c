/** Which methods an address takes, for 405 and OPTIONS. Built once from the paths of all routes. */

export type Allowed = (path: string) => readonly string[];

interface Known {
  readonly pattern: RegExp;
  readonly methods: Set<string>;
}

/** @param routes path templates with `{name}` or `:name` places */
export function allowedMethods(routes: Iterable<{ readonly method: string; readonly path: string }>): Allowed {
  const exact = new Map<string, Set<string>>();
  const templates = new Map<string, Known>();
  for (const { method, path } of routes) methodsAt(path, exact, templates).add(method);
  return (path) => {
    const found = new Set(exact.get(path));
    for (const { pattern, methods } of templates.values())
      if (pattern.test(path)) methods.forEach((one) => found.add(one));
    if (found.has('GET')) found.add('HEAD');
    return found.size === 0 ? [] : [...found, 'OPTIONS'];
  };
}

const PLACE = /\{[^}]+\}|:[^/]+|\*/g;

function methodsAt(path: string, exact: Map<string, Set<string>>, templates: Map<string, Known>): Set<string> {
  if (path.search(PLACE) === -1) {
    const methods = exact.get(path) ?? new Set<string>();
    exact.set(path, methods);
    return methods;
  }
  const known = templates.get(path) ?? { pattern: patternOf(path), methods: new Set<string>() };
  templates.set(path, known);
  return known.methods;
}

const patternOf = (path: string): RegExp =>
  new RegExp(`^${path.replaceAll('.', '\\.').replace(PLACE, (one) => (one === '*' ? '.*' : '[^/]+'))}$`);
