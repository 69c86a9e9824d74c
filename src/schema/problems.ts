/** Every fault of a value as a sentence, with the nearest allowed word. Next stop: sentences.ts for the words. */
import type { Schema } from '../kernel/schema.ts';
import { faultsOf, fits, type Fault } from './judge.ts';
import { dividedValue, isLight } from './large.ts';
import { schemaHolding, stepsInto, valueAt } from './pointer.ts';
import { MOST_PROBLEMS, type Problem } from './problem.ts';
import { resolved, type Schemas } from './reference.ts';
import { exclusiveProblem, mergedChoice, missingProblem, problemWords } from './sentences.ts';
import { finished, type Steps } from './steps.ts';

type Path = readonly (string | number)[];

/** What the explanation of one value needs at every step. */
interface Scene {
  readonly schema: Schema;
  readonly value: unknown;
  readonly schemas: Schemas;
  /** Where the value is in the input. */
  readonly base: Path;
}

/**
 * The faults of a value, one each, in the order of the schema, the first MOST_PROBLEMS of them; empty when it is right.
 * @param value JSON without `undefined`; nothing is coerced here
 */
export const problemsOf = (schema: Schema, value: unknown, schemas: Schemas): Problem[] =>
  finished(problemSteps(schema, value, schemas));

/** Like problemsOf, in steps: a large value is judged part by part. */
export const problemSteps = (schema: Schema, value: unknown, schemas: Schemas): Steps<Problem[]> =>
  stepsThrough({ schema, value, schemas, base: [] });

function* stepsThrough(scene: Scene): Steps<Problem[]> {
  if (isLight(scene.value)) return problemsIn(scene).slice(0, MOST_PROBLEMS);
  yield;
  const { shell, parts } = dividedValue(scene.schema, scene.value, scene.schemas);
  const problems = problemsIn({ ...scene, schema: shell });
  for (const { schema, step } of parts) {
    if (problems.length >= MOST_PROBLEMS) break;
    const value = (scene.value as Record<string | number, unknown>)[step];
    problems.push(...(yield* stepsThrough({ ...scene, schema, value, base: [...scene.base, step] })));
    yield;
  }
  return problems.slice(0, MOST_PROBLEMS);
}

function problemsIn(scene: Scene): Problem[] {
  const { schema, value, schemas } = scene;
  if (fits(schema, value, schemas)) return [];
  const problems = explained(withoutRepeats(faultsOf(schema, value, schemas)), scene);
  const seen = new Set<string>();
  return problems.filter(({ path, sentence }) => {
    const key = `${path.join('.')} ${sentence}`;
    return !seen.has(key) && seen.add(key);
  });
}

/** The validator has a fault for each extra key and each missing one; the words of the first name them all. */
function withoutRepeats(faults: readonly Fault[]): readonly Fault[] {
  const seen = new Set<string>();
  return faults.filter(({ keywordLocation, instanceLocation }) => {
    const key = `${keywordLocation} ${instanceLocation}`;
    return !seen.has(key) && seen.add(key);
  });
}

/** Keywords that only say "something below me failed". */
const WRAPPERS = new Set(['$ref', 'properties', 'items', 'prefixItems', 'allOf', 'if', 'false', 'propertyNames']);

function explained(faults: readonly Fault[], scene: Scene): Problem[] {
  const problems: Problem[] = [];
  for (let at = 0; at < faults.length; at += 1) {
    const fault = faults[at] as Fault;
    if (fault.keyword === 'anyOf' || fault.keyword === 'oneOf') {
      const below = faultsBelow(faults, at);
      problems.push(...choiceProblems(fault, below, scene));
      at += below.length;
    } else if (!WRAPPERS.has(fault.keyword)) {
      problems.push(...problemsFrom(fault, scene));
    }
  }
  return problems;
}

/** The run of faults directly after `at` that belong to the branches of that choice. */
function faultsBelow(faults: readonly Fault[], at: number): Fault[] {
  const prefix = `${(faults[at] as Fault).keywordLocation}/`;
  const rest = faults.slice(at + 1);
  const end = rest.findIndex((fault) => !fault.keywordLocation.startsWith(prefix));
  return end === -1 ? rest : rest.slice(0, end);
}

function choiceProblems(fault: Fault, below: readonly Fault[], scene: Scene): Problem[] {
  const holder = schemaHolding(fault.keywordLocation, scene.schema, scene.schemas);
  const steps = stepsInto(fault.instanceLocation, scene.value);
  const path = [...scene.base, ...steps];
  const branches = ((fault.keyword === 'anyOf' ? holder.anyOf : holder.oneOf) ?? []).map((branch, index) => ({
    schema: resolved(branch, scene.schemas),
    faults: below.filter(({ keywordLocation }) => isUnder(keywordLocation, `${fault.keywordLocation}/${index}`)),
  }));
  if (branches.some(({ faults }) => faults.length === 0))
    return [
      exclusiveProblem(
        path,
        branches.map((b) => b.schema),
      ),
    ];
  const strange = strangeWord(branches, scene);
  if (strange.length > 0) return strange;
  const flat = branches.every(({ faults }) => faults.every((one) => one.instanceLocation === fault.instanceLocation));
  const merged =
    flat &&
    mergedChoice(
      path,
      valueAt(steps, scene.value),
      branches.map((b) => b.schema),
    );
  if (merged) return [merged];
  const [best] = branches
    .map(({ faults }) => ({ problems: explained(faults, scene), cost: costOf(faults, fault.instanceLocation) }))
    .sort((a, b) => a.cost - b.cost || a.problems.length - b.problems.length);
  return best?.problems ?? [];
}

/** The word that says which branch is meant, such as a `type`, where it is that of none: refused with the words of all of them. */
function strangeWord(branches: readonly { readonly faults: readonly Fault[] }[], scene: Scene): Problem[] {
  const words = branches.map(({ faults }) => faults.filter(({ keyword }) => keyword === 'enum' || keyword === 'const'));
  const location = words[0]?.find((one) =>
    words.every((those) => those.some((other) => other.instanceLocation === one.instanceLocation)),
  )?.instanceLocation;
  if (location === undefined || branches.length < 2) return [];
  const here = words.flat().filter(({ instanceLocation }) => instanceLocation === location);
  const allowed = here.flatMap(({ keywordLocation }) => {
    const holder = schemaHolding(keywordLocation, scene.schema, scene.schemas);
    return holder.enum ?? [holder.const];
  });
  const steps = stepsInto(location, scene.value);
  const holder = { enum: [...new Set(allowed)] };
  return problemWords('enum', { holder, path: [...scene.base, ...steps], value: valueAt(steps, scene.value) });
}

const isUnder = (location: string, branch: string): boolean => location.startsWith(`${branch}/`);

/** How far a branch is from being meant: a wrong type weighs most, then a wrong fixed word, then the number of faults. */
function costOf(faults: readonly Fault[], instanceLocation: string): number {
  const wrongType = faults.some((one) => one.keyword === 'type' && one.instanceLocation === instanceLocation);
  const wrongWord = faults.filter(({ keyword }) => keyword === 'const').length;
  return (wrongType ? 10_000 : 0) + wrongWord * 100;
}

function problemsFrom(fault: Fault, { schema, value, schemas, base }: Scene): Problem[] {
  const holder = schemaHolding(fault.keywordLocation, schema, schemas);
  const steps = stepsInto(fault.instanceLocation, value);
  const path = [...base, ...steps];
  const here = valueAt(steps, value);
  if (fault.keyword !== 'required') return problemWords(fault.keyword, { holder, path, value: here });
  const has = here as Record<string, unknown>;
  return (holder.required ?? [])
    .filter((name) => !Object.hasOwn(has, name))
    .map((name) => missingProblem([...path, name]));
}
