/** The panels: what each is called, where it is in the navigation, and what draws it. All of them are in the first file: one that came by itself would be asked for after it, and its parts after that. */
import type { ComponentType } from 'preact';
import type { ConsolePanel } from '../../../kernel/console.ts';
import Ads from './panels/ads/panel.tsx';
import Analytics from './panels/analytics/panel.tsx';
import Calendar from './panels/calendar/panel.tsx';
import Faults from './panels/faults/panel.tsx';
import Home from './panels/home/panel.tsx';
import Inbox from './panels/inbox/panel.tsx';
import Networks from './panels/networks/panel.tsx';
import Phone from './panels/phone/panel.tsx';
import Plan from './panels/plan/panel.tsx';
import Posts from './panels/posts/panel.tsx';
import Requests from './panels/requests/panel.tsx';
import Timeline from './panels/timeline/panel.tsx';
import Webhooks from './panels/webhooks/panel.tsx';
import type { IconName } from './parts/icons.tsx';
import type { PanelProps } from './parts/panel-props.ts';

export interface PanelEntry {
  readonly title: string;
  readonly icon: IconName;
  readonly group: 'Work' | 'Develop' | 'Service';
  readonly View: ComponentType<PanelProps>;
}

export const PANELS: Readonly<Record<ConsolePanel, PanelEntry>> = {
  home: { title: 'Home', icon: 'home', group: 'Work', View: Home },
  calendar: { title: 'Calendar', icon: 'calendar', group: 'Work', View: Calendar },
  posts: { title: 'Posts', icon: 'posts', group: 'Work', View: Posts },
  inbox: { title: 'Inbox', icon: 'inbox', group: 'Work', View: Inbox },
  phone: { title: 'Phone', icon: 'phone', group: 'Work', View: Phone },
  ads: { title: 'Ads', icon: 'ads', group: 'Work', View: Ads },
  analytics: { title: 'Analytics', icon: 'analytics', group: 'Work', View: Analytics },
  webhooks: { title: 'Webhooks', icon: 'webhooks', group: 'Develop', View: Webhooks },
  requests: { title: 'Requests', icon: 'requests', group: 'Develop', View: Requests },
  networks: { title: 'Networks', icon: 'networks', group: 'Service', View: Networks },
  timeline: { title: 'Timeline', icon: 'timeline', group: 'Service', View: Timeline },
  faults: { title: 'Faults', icon: 'faults', group: 'Service', View: Faults },
  plan: { title: 'Plan', icon: 'plan', group: 'Service', View: Plan },
};
