import { readFileSync } from 'node:fs';
import js from '@eslint/js';
import tseslint from 'typescript-eslint';

const { irregular, verbs } = JSON.parse(readFileSync(new URL('src/build/participles.json', import.meta.url), 'utf8'));
const participle = `/^(?:(?!(?:${verbs.join('|')})$)[a-z]+ed|${irregular.join('|')})$/`;
const hasEffect = [
  '[async=true]',
  '[returnType.typeAnnotation.typeName.name="Promise"]',
  ':has(> Identifier.params[typeAnnotation.typeAnnotation.typeName.name="Tx"])',
];

/** A participle does not say whether the function acts or answers what is there. */
const imperatives = hasEffect.flatMap((effect) =>
  [
    `FunctionDeclaration[id.name=${participle}]${effect}`,
    `VariableDeclarator[id.name=${participle}] > ArrowFunctionExpression${effect}`,
    `:matches(Property, MethodDefinition)[key.name=${participle}] > :matches(ArrowFunctionExpression, FunctionExpression)${effect}`,
  ].map((selector) => ({ selector, message: 'A function with an effect is named by an imperative verb.' })),
);

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
    ...imperatives,
  ],
};

/** Of the browser, for the console's own program. */
const BROWSER = [
  ...['addEventListener', 'removeEventListener', 'document', 'location', 'localStorage', 'matchMedia', 'navigator'],
  ...['fetch', 'console', 'performance', 'crypto', 'setTimeout', 'clearTimeout', 'setInterval', 'getComputedStyle'],
  ...['EventSource', 'DOMException', 'URL', 'URLSearchParams', 'AbortController', 'TextEncoder'],
  ...['ResizeObserver', 'MutationObserver', 'HTMLElement'],
];

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
      'no-restricted-syntax': ['error', ...imperatives],
      'max-lines': ['error', { max: 350 }],
      'max-lines-per-function': ['error', { max: 60, skipBlankLines: true, skipComments: true }],
    },
  },
  {
    files: ['src/**/*.ts'],
    ignores: ['src/world/**', 'src/build/**', 'src/service/console/app/**'],
    rules: clockless,
  },
  {
    files: ['src/service/console/app/**/*.tsx'],
    languageOptions: { parserOptions: { projectService: true } },
    rules: {
      '@typescript-eslint/no-floating-promises': 'error',
      '@typescript-eslint/no-misused-promises': 'error',
      '@typescript-eslint/await-thenable': 'error',
      'max-lines': ['error', { max: 200 }],
      'max-lines-per-function': ['error', { max: 80, skipBlankLines: true, skipComments: true }],
    },
  },
  {
    files: ['src/service/console/app/**/*.{ts,tsx}'],
    languageOptions: {
      globals: Object.fromEntries(BROWSER.map((name) => [name, 'readonly'])),
    },
  },
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
