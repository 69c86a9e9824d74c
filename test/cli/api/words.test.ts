import { expect, test } from 'vitest';
import { assignmentsIn, filesIn, headersIn, headOf } from '../../../src/cli/api/words.ts';
import { assigned } from '../../../src/cli/assign.ts';

/** The body that fields make where nothing is known of it. */
const bodyOf = (field: readonly string[], rawField: readonly string[] = []): unknown =>
  assignmentsIn({ field, rawField }).reduce<unknown>((body, one) => assigned(body, one, {}, {}), undefined);

test.each([
  [['a=1', 'b=1.5', 'c=true', 'd=null', 'e=text', 'f='], { a: 1, b: 1.5, c: true, d: null, e: 'text', f: '' }],
  [['phone=0049', 'tag=@brand', 'eq=a=b'], { phone: '0049', tag: '@brand', eq: 'a=b' }],
  [
    ['list=[1,2]', 'map={"x":"y"}', 'id="12345678901234567890"'],
    { list: [1, 2], map: { x: 'y' }, id: '12345678901234567890' },
  ],
  [['a.b.c=1', 'a.b.d=2'], { a: { b: { c: 1, d: 2 } } }],
  [['a[b]=1', 'a[c][d]=2'], { a: { b: 1, c: { d: 2 } } }],
  [['tags[]=x', 'tags[]=y'], { tags: ['x', 'y'] }],
  [['items[0].name=x', 'items[1][name]=y'], { items: [{ name: 'x' }, { name: 'y' }] }],
])('%j make %j', (fields, body) => {
  expect(bodyOf(fields)).toEqual(body);
});

test('-f keeps text whatever it looks like', () => {
  expect(bodyOf(['a=1'], ['b=1', 'c=true', 'd={}', 'e.f=null'])).toEqual({
    a: 1,
    b: '1',
    c: 'true',
    d: '{}',
    e: { f: 'null' },
  });
});

test('a number that JSON would bend is refused', () => {
  expect(() => bodyOf(['id=12345678901234567890'])).toThrow(/too large to be exact/);
  expect(() => bodyOf(['list=[1,12345678901234567890]'])).toThrow(/too large/);
  expect(bodyOf([], ['id=12345678901234567890'])).toEqual({ id: '12345678901234567890' });
});

test.each([['noequals'], ['=value'], ['a..b=1'], ['__proto__.x=1']])(
  '%s is refused by the name of its flag',
  (text) => {
    expect(() => bodyOf([text])).toThrow(/^--field /);
    expect(() => bodyOf([], [text])).toThrow(/^--raw-field /);
  },
);

test('the head of a field is its name at the top', () => {
  const heads = assignmentsIn({ field: ['a=1', 'a.b=1', 'a[0].b=1', 'a[b]=1'], rawField: [] }).map(headOf);
  expect(heads).toEqual(['a', 'a', 'a', 'a']);
});

test('headers are read by lower-case name', () => {
  expect(headersIn(['X-Connect-Token: abc', 'accept:text/csv', 'x-empty:'])).toEqual({
    'x-connect-token': 'abc',
    accept: 'text/csv',
    'x-empty': '',
  });
});

test.each([
  ['Authorization: Bearer sk_secret'],
  ['authorization:sk_secret'],
  ['Proxy-Authorization: Basic sk_secret'],
  ['Host: evil.example'],
  ['Content-Length: 3'],
  ['Transfer-Encoding: chunked'],
])('%s is not for a flag to set, and its value is not repeated', (header) => {
  expect(() => headersIn([header])).toThrow(/is set by svc/);
  expect(() => headersIn([header])).not.toThrow(/sk_secret|evil/);
});

test('what is no header is refused without the value', () => {
  expect(() => headersIn(['no colon'])).toThrow(/must be 'Name: value'/);
  expect(() => headersIn(['bad name: secret'])).not.toThrow(/secret/);
});

test('files of a form have a name and a path', () => {
  expect(filesIn(['file=a=b.csv', 'poster=p.jpg'])).toEqual({ file: 'a=b.csv', poster: 'p.jpg' });
  for (const word of ['file', '=x', 'file=']) expect(() => filesIn([word])).toThrow(/name=path/);
});
