/** The rows of an import as cases of a report. Pure. */
import { isFailed, type RowResult } from '../../client/bulk/result.ts';
import type { FaultyRow } from '../../client/bulk/row.ts';
import type { Failure } from '../../kernel/failure.ts';
import { fieldsIn, isFields } from '../../kernel/json.ts';
import type { ReportCase } from './junit.ts';
import { singleCase } from './report.ts';

/** @param result one record for each row; undefined where nothing was sent */
export function importCases(result: unknown, failure: Failure | undefined): readonly ReportCase[] {
  if (Array.isArray(result)) return (result as readonly RowResult[]).map(caseOfRow);
  const details = failure?.fields.details;
  const faulty = fieldsIn(isFields(details) ? details['rows'] : undefined) as unknown as readonly FaultyRow[];
  return faulty.length > 0 ? faulty.map(caseOfFault) : [singleCase('all rows', failure)];
}

function caseOfRow(row: RowResult): ReportCase {
  const { key, place, result, error, problems = [] } = row;
  const message = error?.message ?? problems.map((one) => one.message).join(' ');
  return {
    name: key ?? place,
    ...placeOf(place),
    ...(isFailed(row) && { failure: { type: error?.code ?? result, message } }),
  };
}

const caseOfFault = ({ key, place, problems }: FaultyRow): ReportCase => ({
  name: key ?? place,
  ...placeOf(place),
  failure: { type: 'invalid', message: problems.map(({ message }) => message).join(' ') },
});

/** `posts.csv:3` */
function placeOf(place: string): Pick<ReportCase, 'file' | 'line'> {
  const [, file, line] = /^(.+):(\d+)$/.exec(place) ?? [];
  return file === undefined ? { file: place } : { file, line: Number(line) };
}
