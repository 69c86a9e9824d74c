/** The panels at the side; a drawer on a small screen. */
import { signal } from '@preact/signals';
import { CONSOLE_PANELS } from '../../../../kernel/console.ts';
import { hrefOf, route } from '../data/route.ts';
import { PANELS } from '../panels.ts';
import { Icon } from '../parts/icons.tsx';
import { ARROWS } from '../../mark.ts';

export const isMenuOpen = signal(false);

const GROUPS = ['Work', 'Develop', 'Service'] as const;

export const Navigation = () => (
  <aside class={`side ${isMenuOpen.value ? 'open' : ''}`} id="menu">
    <div class="brand">
      <svg viewBox="0 0 32 32" aria-hidden="true">
        <rect width="32" height="32" rx="8" fill="#3048c9" />
        <path d={ARROWS} fill="none" stroke="#fff" stroke-width="2.4" stroke-linecap="round" stroke-linejoin="round" />
      </svg>
      <span>svc console</span>
    </div>
    <nav class="nav" aria-label="Panels">
      {GROUPS.map((group) => (
        <>
          <h2>{group}</h2>
          {CONSOLE_PANELS.filter((one) => PANELS[one].group === group).map((one) => (
            <a
              key={one}
              href={hrefOf(one)}
              aria-current={route.value.panel === one ? 'page' : undefined}
              onClick={() => (isMenuOpen.value = false)}
            >
              <Icon name={PANELS[one].icon} />
              {PANELS[one].title}
            </a>
          ))}
        </>
      ))}
    </nav>
  </aside>
);
