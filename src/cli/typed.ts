/** What a command line types for one command, read apart from the program: for examples, which are never run here. */
import { Command } from 'commander';
import { fillLeaf, type Typed } from './leaf.ts';
import type { Spec } from './spec.ts';

/** @param argv the words after the command's own path; throws commander's error for words that it does not take */
export function typedFor(argv: readonly string[], spec: Spec): Typed {
  let typed: Typed = { args: {}, flags: {} };
  const command = new Command().exitOverride();
  fillLeaf(command, spec, (one) => (typed = one));
  command.parse([...argv], { from: 'user' });
  return typed;
}
