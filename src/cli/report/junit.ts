/** A report for build servers: JUnit XML, and the annotations of GitHub Actions. Pure. Written by report.ts. */

/** One thing that was checked. */
export interface ReportCase {
  readonly name: string;
  /** Why it failed; absent when it did not. */
  readonly failure?: { readonly type: string; readonly message: string };
  /** Where the cause is. */
  readonly file?: string;
  readonly line?: number;
}

/** @param seconds that the whole took */
export function junitText(suite: string, cases: readonly ReportCase[], seconds: number): string {
  const failed = cases.filter(({ failure }) => failure !== undefined).length;
  const counts = `tests="${cases.length}" failures="${failed}" errors="0" time="${seconds.toFixed(3)}"`;
  const lines = cases.map((one) => caseText(suite, one));
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<testsuites ${counts}>`,
    `  <testsuite name="${escaped(suite)}" ${counts}>`,
    ...lines,
    '  </testsuite>',
    '</testsuites>',
    '',
  ].join('\n');
}

function caseText(suite: string, { name, failure, file }: ReportCase): string {
  const place = file === undefined ? '' : ` file="${escaped(file)}"`;
  const open = `    <testcase name="${escaped(name)}" classname="${escaped(suite)}"${place}`;
  if (failure === undefined) return `${open}/>`;
  const { type, message } = failure;
  return `${open}>\n      <failure type="${escaped(type)}" message="${escaped(message)}"/>\n    </testcase>`;
}

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  '\n': '&#10;',
  '\t': '&#9;',
};

/** What XML cannot hold, such as ESC or half a character, becomes a visible escape. */
const escaped = (text: string): string =>
  text
    .replace(/[&<>"\n\t]/g, (sign) => ENTITIES[sign] ?? sign)
    .replace(/[\p{Cc}\p{Cs}\ufffe\uffff]/gu, (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`);

/** One line for each failed case: GitHub shows it beside the file. */
export const annotations = (suite: string, cases: readonly ReportCase[]): readonly string[] =>
  cases.flatMap(({ name, failure, file, line }) => {
    if (failure === undefined) return [];
    const place = [
      ...(file === undefined ? [] : [`file=${property(file)}`]),
      ...(line === undefined ? [] : [`line=${line}`]),
    ];
    const title = `title=${property(`${suite}: ${name}`)}`;
    return [`::error ${[...place, title].join(',')}::${value(failure.message)}`];
  });

const value = (text: string): string => text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A');

const property = (text: string): string => value(text).replaceAll(':', '%3A').replaceAll(',', '%2C');
