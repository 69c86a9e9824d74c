/** The long proofs: which test each one is, and how often it repeats its trial. */

export interface Proof {
  readonly about: string;
  /** A file or folder of tests. Its short form runs with `npm test`. */
  readonly test: string;
  /** Rounds of the long form. */
  readonly rounds?: number;
  /** Major version of the Node that the tests and all that they start run on; this one unless given. */
  readonly node?: string;
}

export const PROOFS: Readonly<Record<string, Proof>> = {
  operations: {
    about: 'kills the service in the middle of operations: the next start finds the state before or after',
    test: 'test/journeys/operation-killed.test.ts',
    rounds: 200,
  },
  'whole-store': {
    about:
      'kills the service during its first start, an upgrade, a reset, a snapshot, a restore and an import: the next start finds the state before or after',
    test: 'test/journeys/whole-store-killed.test.ts',
    rounds: 200,
  },
  telephony: {
    about:
      'kills the service in every step of registering and of porting a number: nothing is lost, nothing is doubled',
    test: 'test/journeys/telephony-killed.test.ts',
    rounds: 5,
  },
  broadcast: {
    about:
      'kills the service while a broadcast goes out, to 100,000 people in the long form: each of them gets it once, and other calls are answered meanwhile',
    test: 'test/journeys/broadcast-killed.test.ts',
    rounds: 20,
  },
  console: {
    about:
      'fills the store with 10,000 posts, 5,000 conversations and the requests that made them: how soon each panel of the console shows beside a bare page, how its lists scroll, what it holds after 30,000 events',
    test: 'test/service/console/app/load.test.ts',
    rounds: 100,
  },
  publishing: {
    about: 'kills the service while posts are created and published: none is lost, none is published twice',
    test: 'test/journeys/crash.test.ts',
    rounds: 200,
  },
  history: {
    about:
      'kills and pauses the service while clients post, send messages, read, use up a request window and move the clock: a checker finds nothing lost, doubled, stale or missing in what they recorded',
    test: 'test/journeys/history.test.ts',
    rounds: 200,
  },
  team: {
    about:
      'kills, pauses, stops and cuts off the processes of a team and restarts their database while clients work: a checker finds nothing lost, doubled, stale or missing in what they recorded, and notices four planted faults',
    test: 'test/journeys/team.test.ts',
    rounds: 130,
  },
  deliveries: {
    about: 'kills the service while it delivers events: every committed event arrives',
    test: 'test/journeys/delivery-crash.test.ts',
    rounds: 200,
  },
  workflow: {
    about: 'kills the service while runs of a workflow with twelve steps go on: each step is done once',
    test: 'test/journeys/workflow-killed.test.ts',
    rounds: 200,
  },
  listener: {
    about: 'kills the listener while events arrive: it records each of them once',
    test: 'test/journeys/listener-killed.test.ts',
    rounds: 200,
  },
  'bulk-edit': {
    about:
      'edits random sets of posts and undoes it: each post is byte for byte what it was; and kills edits and undos in the middle: repeated, each post is changed once',
    test: 'test/journeys/bulk-edit.test.ts',
    rounds: 1000,
  },
  'contacts-import': {
    about:
      'kills `svc contacts import` at any of its requests, alone and together with the service: repeated, each contact exists once and rows that were sent are skipped',
    test: 'test/journeys/contacts-killed.test.ts',
    rounds: 100,
  },
  'ads-apply': {
    about:
      'kills `svc ads apply` at any of its requests, alone and together with the service: repeated, each campaign, ad set and ad exists once, and applying the file again writes nothing',
    test: 'test/journeys/ads-apply-killed.test.ts',
    rounds: 150,
  },
  mutations: {
    about: 'breaks lines of the local service one at a time: the tests at the same path notice',
    test: 'test/proofs/mutations.test.ts',
    rounds: 60,
  },
  mcp: {
    about: 'runs the official conformance suite against the tool server, over HTTP and over standard input and output',
    test: 'test/proofs/conformance.test.ts',
  },
  clients: {
    about:
      'generates clients from `svc api spec` with three public generators, compiles them strictly and runs a journey with each',
    test: 'test/proofs/clients.test.ts',
    rounds: 3,
  },
  node22: { about: 'runs the whole suite on Node 22', test: 'test/', node: '22' },
  node24: { about: 'runs the whole suite on Node 24', test: 'test/', node: '24' },
};
