import { expect, test } from 'vitest';
import { annotations, junitText } from '../../../src/cli/report/junit.ts';

const CASES = [
  { name: 'open' },
  {
    name: 'a "b" <c> & d\u001b',
    file: 'posts.csv',
    line: 3,
    failure: { type: 'invalid', message: 'late,\n100 %: no' },
  },
];

test('a report has every case, and what failed with its reason', () => {
  expect(junitText('svc posts import', CASES, 1.5)).toBe(`<?xml version="1.0" encoding="UTF-8"?>
<testsuites tests="2" failures="1" errors="0" time="1.500">
  <testsuite name="svc posts import" tests="2" failures="1" errors="0" time="1.500">
    <testcase name="open" classname="svc posts import"/>
    <testcase name="a &quot;b&quot; &lt;c&gt; &amp; d\\u001b" classname="svc posts import" file="posts.csv">
      <failure type="invalid" message="late,&#10;100 %: no"/>
    </testcase>
  </testsuite>
</testsuites>
`);
});

test('an annotation is one line, whatever the message has in it', () => {
  expect(annotations('svc posts import', CASES)).toEqual([
    '::error file=posts.csv,line=3,title=svc posts import%3A a "b" <c> & d\u001b::late,%0A100 %25: no',
  ]);
  expect(annotations('x', [{ name: 'fine' }])).toEqual([]);
});
