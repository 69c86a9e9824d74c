/** A receiver of deliveries that costs next to nothing, to measure senders and forwarders with. */
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';

export interface Sink {
  readonly url: string;
  /** Resolves when this many requests have arrived in total. */
  waitForCount(count: number): Promise<void>;
  /** What came since the last time, with the instants on the wall clock in ms. */
  drain(): Promise<{ count: number; arrivals: { id: string; at: number }[] }>;
  stop(): Promise<void>;
}

/** Runs in a process of its own and parses requests by their length alone. */
export async function startSink(how: 'answer' | 'hang' = 'answer'): Promise<Sink> {
  const child = spawn(process.execPath, ['-e', SINK, how], { stdio: ['pipe', 'pipe', 'inherit'] });
  const lines = createInterface({ input: child.stdout });
  const asking: ((line: string) => void)[] = [];
  lines.on('line', (line) => asking.shift()?.(line));
  const ask = (words: string): Promise<string> =>
    new Promise((answered) => {
      asking.push(answered);
      child.stdin.write(`${words}\n`);
    });
  const url = await new Promise<string>((answered) => asking.push(answered));
  return {
    url,
    waitForCount: async (count) => void (await askAlone(url, count)),
    drain: async () => JSON.parse(await ask('drain')) as { count: number; arrivals: { id: string; at: number }[] },
    stop: () => endChild(child),
  };
}

/** Waits on a connection of its own, so that what is asked otherwise is answered meanwhile. */
async function askAlone(url: string, count: number): Promise<void> {
  const answer = await fetch(`${url}?until=${String(count)}`);
  await answer.text();
}

export async function endChild(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null) return;
  const gone = once(child, 'exit');
  child.kill('SIGKILL');
  await gone;
}

const SINK = `
const how = process.argv[1];
const OK = Buffer.from('HTTP/1.1 200 OK\\r\\ncontent-length: 2\\r\\n\\r\\nok');
const DONE = 'HTTP/1.1 200 OK\\r\\ncontent-length: 0\\r\\nconnection: close\\r\\n\\r\\n';
let count = 0, arrivals = [];
const waiting = [];
const tell = () => { for (let i = waiting.length - 1; i >= 0; i--) if (count >= waiting[i].until) waiting.splice(i, 1)[0].socket.end(DONE); };
const server = require('node:net').createServer((socket) => {
  let rest = Buffer.alloc(0);
  socket.setNoDelay(true);
  socket.on('error', () => {});
  socket.on('data', (piece) => {
    rest = rest.length === 0 ? piece : Buffer.concat([rest, piece]);
    for (;;) {
      const end = rest.indexOf('\\r\\n\\r\\n');
      if (end < 0) return;
      const head = rest.toString('latin1', 0, end);
      if (head.startsWith('GET')) { waiting.push({ until: Number(/until=(\\d+)/.exec(head)[1]), socket }); tell(); return; }
      const whole = end + 4 + Number(/content-length: (\\d+)/i.exec(head)[1]);
      if (rest.length < whole) return;
      rest = rest.subarray(whole);
      if (how === 'hang') continue;
      count += 1;
      arrivals.push({ id: /x-service-event-id: (\\S+)/i.exec(head)[1], at: performance.timeOrigin + performance.now() });
      socket.write(OK);
      if (waiting.length > 0) tell();
    }
  });
});
process.stdin.on('data', () => { console.log(JSON.stringify({ count, arrivals })); arrivals = []; });
server.listen(0, '127.0.0.1', () => console.log('http://127.0.0.1:' + server.address().port + '/'));
`;
