import js from '@eslint/js';
import tseslint from 'typescript-eslint';

const clockless = {
  'no-restricted-globals': [
    'error',
    ...['process', 'console', 'fetch', 'setTimeout', 'setInterval', 'setImmediate', 'performance'].map((name) => ({
      name,
      message: 'This is a door: take it from world/.',
    })),
  ],
  'no-restricted-properties': [
    'error',
    { object: 'Date', property: 'now', message: 'Take the time from a clock.' },
    { object: 'Math', property: 'random', message: 'Take random bytes from world/.' },
  ],
  'no-restricted-syntax': [
    'error',
    {
      selector: 'NewExpression[callee.name="Date"][arguments.length=0]',
      message: 'Take the time from a clock.',
    },
  ],
};

export default tseslint.config(
  { ignores: ['dist/', 'node_modules/', 'completions/'] },
  js.configs.recommended,
  ...tseslint.configs.strict,
  {
    rules: {
      '@typescript-eslint/consistent-type-imports': 'error',
      '@typescript-eslint/no-non-null-assertion': 'error',
      '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_' }],
      '@typescript-eslint/no-invalid-void-type': 'off',
      'max-params': ['error', 4],
      eqeqeq: 'error',
    },
  },
  {
    files: ['src/**/*.ts'],
    languageOptions: { parserOptions: { projectService: true } },
    rules: {
      '@typescript-eslint/no-floating-promises': 'error',
      '@typescript-eslint/no-misused-promises': 'error',
      '@typescript-eslint/await-thenable': 'error',
      '@typescript-eslint/switch-exhaustiveness-check': 'error',
      'max-lines': ['error', { max: 350 }],
      'max-lines-per-function': ['error', { max: 60, skipBlankLines: true, skipComments: true }],
    },
  },
  { files: ['src/**/*.ts'], ignores: ['src/world/**', 'src/build/**'], rules: clockless },
  {
    files: ['src/service/areas/**/*.ts', 'src/service/control/**/*.ts'],
    rules: {
      'no-restricted-properties': [
        ...clockless['no-restricted-properties'],
        {
          property: 'transact',
          message: 'Decide in commit() of service/change.ts: it writes, and wakes the timeline.',
        },
      ],
    },
  },
  {
    files: ['**/*.cjs', 'bin/*.js'],
    languageOptions: { globals: { module: 'readonly', require: 'readonly', __dirname: 'readonly' } },
    rules: { '@typescript-eslint/no-require-imports': 'off' },
  },
  {
    files: ['bin/**/*.js', '*.config.js', 'test/**/*.ts', 'src/build/**/*.ts'],
    languageOptions: { globals: { process: 'readonly', console: 'readonly', URL: 'readonly', Buffer: 'readonly' } },
  },
);
