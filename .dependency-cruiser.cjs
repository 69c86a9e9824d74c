/** Who may import whom: the drawing of docs/tour.md as rules. The rooms inside src/service stand in src/build/rooms.json. */

const { layers, known, insides } = require('./src/build/rooms.json');

const rooms = [
  'kernel',
  'schema',
  'catalog',
  'platforms',
  'world',
  'client',
  'auth',
  'cli',
  'commands',
  'output',
  'webhooks',
  'listener',
  'mcp',
  'service',
  'build',
];

/** What a command and the rooms that serve it build on. */
const forClients = ['kernel', 'schema', 'catalog', 'platforms', 'client', 'auth', 'output'];

/** Rooms a room may import (besides itself); `type:` marks rooms it may import types from only. */
const allowed = {
  kernel: [],
  schema: ['kernel'],
  catalog: ['kernel', 'schema'],
  platforms: ['kernel'],
  world: ['kernel'],
  output: ['kernel', 'type:world'],
  webhooks: ['kernel'],
  client: ['kernel', 'schema', 'catalog', 'platforms', 'type:world'],
  auth: ['kernel', 'schema', 'catalog', 'client', 'type:world'],
  cli: [...forClients, 'type:world', 'type:commands', 'type:mcp'],
  commands: [...forClients, 'cli', 'webhooks', 'type:world', 'lazy:service', 'lazy:listener', 'lazy:mcp'],
  service: ['kernel', 'schema', 'catalog', 'platforms', 'webhooks', 'type:world'],
  listener: ['kernel', 'webhooks', 'type:world'],
  mcp: ['kernel', 'schema', 'catalog', 'platforms', 'client', 'type:world'],
};

const of = (names) => `^src/(${names.join('|')})/`;

function rulesFor(room, list) {
  const plain = list.filter((entry) => !entry.includes(':'));
  const types = list.filter((entry) => entry.startsWith('type:')).map((entry) => entry.slice(5));
  const lazy = list.filter((entry) => entry.startsWith('lazy:')).map((entry) => entry.slice(5));
  const never = rooms.filter(
    (name) => name !== room && !plain.includes(name) && !types.includes(name) && !lazy.includes(name),
  );
  return [
    { name: `${room}-reach`, severity: 'error', from: { path: of([room]) }, to: { path: of(never) } },
    ...(types.length === 0
      ? []
      : [
          {
            name: `${room}-types-only`,
            severity: 'error',
            from: { path: of([room]) },
            to: { path: of(types), dependencyTypesNot: ['type-only'] },
          },
        ]),
    ...(lazy.length === 0
      ? []
      : [
          {
            name: `${room}-lazy-only`,
            severity: 'error',
            from: { path: of([room]) },
            to: { path: of(lazy), dependencyTypesNot: ['type-only', 'dynamic-import'] },
          },
        ]),
  ];
}

const insideService = (names) => `^src/service/(${names.join('|')})(/|[.]ts$)`;
const exactly = (path) => `^${path.replace(/[.]/g, '[.]')}$`;

/** A room of the service imports only rooms of earlier layers, types included. Files with a known arrow keep that arrow and get no other. */
const serviceRules = layers
  .flatMap((rooms, at) =>
    rooms.flatMap((room) => {
      const never = layers
        .slice(at)
        .flat()
        .filter((name) => name !== room);
      const from = insideService([room]);
      const excused = known.map((arrow) => arrow.from).filter((path) => new RegExp(from).test(path));
      return [
        {
          name: `service-${room}-order`,
          severity: 'error',
          from: { path: from, pathNot: excused.map(exactly) },
          to: { path: insideService(never) },
        },
        ...[...new Set(excused)].map((path) => ({
          name: `service-${room}-order`,
          severity: 'error',
          from: { path: exactly(path) },
          to: {
            path: insideService(never),
            pathNot: known.filter((arrow) => arrow.from === path).map((arrow) => exactly(arrow.to)),
          },
        })),
      ];
    }),
  )
  .filter(({ to }) => !to.path.includes('()'));

/** An area imports of another one its record, its offers and its events. `insides` are the files that still wait to become one of these. */
const areaRule = {
  name: 'areas-by-their-offers',
  severity: 'error',
  from: { path: '^src/service/areas/([^/]+)/' },
  to: {
    path: '^src/service/areas/[^/]+/',
    pathNot: ['^src/service/areas/$1/', '/(record|offers|events)[.]ts$', ...insides.map(exactly)],
  },
};

/** Libraries that live behind one door each. */
const homes = {
  commander: '^src/cli/',
  '@inquirer/prompts': '^src/world/prompt',
  undici: '^src/world/',
  conf: '^src/world/settings',
  '@napi-rs/keyring': '^src/world/keychain',
  execa: '^src/world/spawn|^test/|^src/build/',
  open: '^src/world/browser',
  ora: '^src/output/',
  'cli-table3': '^src/output/',
  chalk: '^src/output/|^src/world/',
  yargs: '^src/build/|^src/cli/manifest',
  fastify: '^src/service/http/',
  kysely: '^src/service/store/',
  libsql: '^src/service/store/',
  pg: '^src/service/store/postgres/|^src/build/',
  '@cfworker/json-schema': '^src/schema/',
  '@modelcontextprotocol/sdk': '^src/mcp/',
  'twitter-text': '^src/platforms/',
};

module.exports = {
  forbidden: [
    {
      name: 'no-cycles',
      severity: 'error',
      from: { path: '^src/' },
      to: { circular: true },
    },
    {
      name: 'no-orphans',
      severity: 'error',
      from: {
        orphan: true,
        path: '^src/',
        pathNot: ['^src/(main|complete|help)\\.ts$', '^src/build/', '^src/contract/', '\\.d\\.ts$'],
      },
      to: {},
    },
    { name: 'nobody-imports-build', severity: 'error', from: { path: '^src/(?!build/)' }, to: { path: '^src/build/' } },
    {
      name: 'nobody-imports-main',
      severity: 'error',
      from: { path: '^src/' },
      to: { path: '^src/(main|complete|help)\\.ts$' },
    },
    { name: 'src-without-test', severity: 'error', from: { path: '^src/' }, to: { path: '^test/' } },
    ...Object.entries(allowed).flatMap(([room, list]) => rulesFor(room, list)),
    ...serviceRules,
    areaRule,
    ...Object.entries(homes).map(([library, home]) => ({
      name: `home-of-${library.replace(/[^a-z]+/g, '-')}`,
      severity: 'error',
      from: { path: '^src/', pathNot: home },
      to: { path: `node_modules/${library}/`, dependencyTypesNot: ['type-only'] },
    })),
  ],
  options: {
    tsPreCompilationDeps: 'specify',
    doNotFollow: { path: 'node_modules' },
    tsConfig: { fileName: 'tsconfig.json' },
    enhancedResolveOptions: { extensions: ['.ts', '.js', '.json'] },
  },
};
