/** Orders the files of a run: the longest begin first, so that all workers end together. `--sequence.shuffle` still shuffles. */
import { createHash } from 'node:crypto';
import { relative } from 'node:path';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

export default class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const { shuffle, seed } = this.ctx.config.sequence;
    if (shuffle === true || Object(shuffle).files === true) return shuffled(files, seed);
    const sorted = await super.sort(files);
    return files.some((file) => this.hasTime(file)) ? sorted : journeysFirst(sorted);
  }

  /** Whether an earlier run has left how long a file took; the key is the one of Vitest's cache. */
  private hasTime({ project, moduleId }: TestSpecification): boolean {
    const key = `${project.name}:${relative(this.ctx.config.root, moduleId)}`;
    return this.ctx.cache.getFileTestResults(key) !== undefined;
  }
}

/** Without times, the folder says which files are long. */
const journeysFirst = (files: readonly TestSpecification[]): TestSpecification[] => [
  ...files.filter((file) => isJourney(file)),
  ...files.filter((file) => !isJourney(file)),
];

const isJourney = ({ moduleId }: TestSpecification): boolean => /\/test\/(journeys|laws)\//.test(moduleId);

function shuffled(files: readonly TestSpecification[], seed: number): TestSpecification[] {
  const place = new Map(
    files.map((file) => [file, createHash('sha1').update(`${seed} ${file.moduleId}`).digest('hex')]),
  );
  return [...files].sort((one, other) => ((place.get(one) ?? '') < (place.get(other) ?? '') ? -1 : 1));
}
