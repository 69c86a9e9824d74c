/** The panels: what each is called, where it is in the navigation, and the module that is loaded when it is first opened. */
import type { ComponentType } from 'preact';
import type { ConsolePanel } from '../../../kernel/console.ts';
import type { IconName } from './parts/icons.tsx';
import type { PanelProps } from './parts/panel-props.ts';

export interface PanelEntry {
  readonly title: string;
  readonly icon: IconName;
  readonly group: 'Work' | 'Develop' | 'Service';
  readonly load: () => Promise<{ default: ComponentType<PanelProps> }>;
}

export const PANELS: Readonly<Record<ConsolePanel, PanelEntry>> = {
  home: { title: 'Home', icon: 'home', group: 'Work', load: () => import('./panels/home/panel.tsx') },
  calendar: { title: 'Calendar', icon: 'calendar', group: 'Work', load: () => import('./panels/calendar/panel.tsx') },
  posts: { title: 'Posts', icon: 'posts', group: 'Work', load: () => import('./panels/posts/panel.tsx') },
  inbox: { title: 'Inbox', icon: 'inbox', group: 'Work', load: () => import('./panels/inbox/panel.tsx') },
  phone: { title: 'Phone', icon: 'phone', group: 'Work', load: () => import('./panels/phone/panel.tsx') },
  ads: { title: 'Ads', icon: 'ads', group: 'Work', load: () => import('./panels/ads/panel.tsx') },
  analytics: {
    title: 'Analytics',
    icon: 'analytics',
    group: 'Work',
    load: () => import('./panels/analytics/panel.tsx'),
  },
  webhooks: {
    title: 'Webhooks',
    icon: 'webhooks',
    group: 'Develop',
    load: () => import('./panels/webhooks/panel.tsx'),
  },
  requests: {
    title: 'Requests',
    icon: 'requests',
    group: 'Develop',
    load: () => import('./panels/requests/panel.tsx'),
  },
  networks: {
    title: 'Networks',
    icon: 'networks',
    group: 'Service',
    load: () => import('./panels/networks/panel.tsx'),
  },
  timeline: {
    title: 'Timeline',
    icon: 'timeline',
    group: 'Service',
    load: () => import('./panels/timeline/panel.tsx'),
  },
  faults: { title: 'Faults', icon: 'faults', group: 'Service', load: () => import('./panels/faults/panel.tsx') },
  plan: { title: 'Plan', icon: 'plan', group: 'Service', load: () => import('./panels/plan/panel.tsx') },
};
