/** Small drawings of one stroke, 16 × 16. */
const PATHS = {
  home: 'M2.5 7.5 8 3l5.5 4.5V13h-4V9.5h-3V13h-4z',
  calendar: 'M2.5 4h11v9.5h-11zM2.5 7h11M5.5 2.5v3M10.5 2.5v3',
  posts: 'M3 3h10v10H3zM5.5 6h5M5.5 8.5h5M5.5 11h3',
  networks:
    'M8 3.2a1.7 1.7 0 1 0 .01 0M3.7 10a1.7 1.7 0 1 0 .01 0M12.3 10a1.7 1.7 0 1 0 .01 0M7 6.4 4.5 10M9 6.4l2.5 3.6M5.5 11.7h5',
  inbox: 'M2.5 9 4.5 3h7l2 6v4h-11zM2.5 9H6l.8 1.5h2.4L10 9h3.5',
  phone: 'M4.5 2h7v12h-7zM7 12h2',
  webhooks:
    'M6 5.5a2.2 2.2 0 1 1 3.6 1.7l2 3.3M4.6 9.2A2.2 2.2 0 1 0 6.4 12H11M12 13.2a2.2 2.2 0 1 0-1.5-3.8M8 6l-2.4 4.6',
  requests: 'M2.5 5.5h9l-2.5-2.5M13.5 10.5h-9L7 13',
  timeline: 'M8 2.5a5.5 5.5 0 1 0 .01 0M8 5v3.2l2.2 1.4',
  faults: 'M8 2.5 14 13H2zM8 6.5v3M8 11.2v.3',
  ads: 'M3 6.5h2.5L11 3.5v9L5.5 9.5H3zM6 9.5l1 3.5M13 6.5v3',
  analytics: 'M2.5 13.5h11M4.5 13V8.5M8 13V4M11.5 13V6.5',
  plan: 'M2.5 4.5h11v7h-11zM2.5 7h11M5 9.5h2.5',
  copy: 'M5.5 5.5h7v7h-7zM3.5 10.5v-7h7',
  check: 'M3.5 8.5 6.5 11.5 12.5 5',
  search: 'M7 3a4 4 0 1 0 .01 0M10 10l3 3',
  menu: 'M2.5 4.5h11M2.5 8h11M2.5 11.5h11',
  sun: 'M8 5.3a2.7 2.7 0 1 0 .01 0M8 1.5v1.6M8 12.9v1.6M1.5 8h1.6M12.9 8h1.6M3.4 3.4l1.1 1.1M11.5 11.5l1.1 1.1M12.6 3.4l-1.1 1.1M4.5 11.5l-1.1 1.1',
  moon: 'M12.5 9.8A5.2 5.2 0 0 1 6.2 3.5a5 5 0 1 0 6.3 6.3z',
} as const;
export type IconName = keyof typeof PATHS;

export const Icon = ({ name }: { name: IconName }) => (
  <svg
    viewBox="0 0 16 16"
    width="16"
    height="16"
    fill="none"
    stroke="currentColor"
    stroke-width="1.4"
    stroke-linecap="round"
    stroke-linejoin="round"
    aria-hidden="true"
  >
    <path d={PATHS[name]} />
  </svg>
);
