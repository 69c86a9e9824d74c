/** The flag of every command that can report to a build server. */

export const junitFlag = {
  type: 'file',
  placeholder: 'file',
  summary: 'Write a JUnit report to this file, for build servers',
} as const;
