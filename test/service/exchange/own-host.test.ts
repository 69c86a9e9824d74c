import { describe, expect, test } from 'vitest';
import { isOwnHost } from '../../../src/service/exchange/own-host.ts';

const OWN = ['localhost', 'localhost:4010', 'LOCALHOST', 'svc.localhost:1', '127.0.0.1:4010', '[::1]:4010', '192.168.1.20', '[fe80::1]:80', 'host.docker.internal:4010', undefined]; // prettier-ignore

const FOREIGN = ['evil.example', 'localhost.evil.example', '127.0.0.1.evil.example', 'evil.example:80', 'evil.internal', 'localhost@evil.example', 'localhost/evil', 'box<i>:1', 'a b', '', 'evil.example.', 'localhost:port', '127.0.0.1, evil.example']; // prettier-ignore

describe.each([
  ['on this machine', { isPublic: false, host: '127.0.0.1', allowed: ['svc.example'] }],
  ['beyond it', { isPublic: true, host: 'box.lan', allowed: ['svc.example'] }],
])('a service %s', (_where, names) => {
  test.each(OWN)('answers under %s', (host) => expect(isOwnHost(host, names)).toBe(true));
  test.each(['svc.example', 'SVC.example:4010'])('answers under %s, which was allowed', (host) =>
    expect(isOwnHost(host, names)).toBe(true),
  );
  test.each([...FOREIGN, 'www.svc.example', 'svc.example.evil.example'])('does not answer under %j', (host) =>
    expect(isOwnHost(host, names)).toBe(false),
  );
});

test.each(['box.lan', 'Box.LAN:4010', 'svc', 'svc_1:4010'])(
  'a service beyond this machine answers under %s: the name it listens at, or one without a dot',
  (host) => {
    expect(isOwnHost(host, { isPublic: true, host: 'box.lan', allowed: [] })).toBe(true);
    expect(isOwnHost(host, { isPublic: false, host: '127.0.0.1', allowed: [] })).toBe(false);
  },
);
