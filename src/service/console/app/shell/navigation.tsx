/** The panels at the side; a drawer on a small screen. */
import { signal } from '@preact/signals';
import { CONSOLE_PANELS } from '../../../../kernel/console.ts';
import { hrefOf, route } from '../data/route.ts';
import { PANELS } from '../panels.ts';
import { Icon } from '../parts/icons.tsx';

export const isMenuOpen = signal(false);

const GROUPS = ['Work', 'Develop', 'Service'] as const;

export const Navigation = () => (
  <aside class={`side ${isMenuOpen.value ? 'open' : ''}`} id="menu">
    <div class="brand">
      <svg viewBox="0 0 32 32" aria-hidden="true">
        <rect width="32" height="32" rx="8" fill="#3048c9" />
        <path
          d="M8 13h14l-4-4M24 19H10l4 4"
          fill="none"
          stroke="#fff"
          stroke-width="2.4"
          stroke-linecap="round"
          stroke-linejoin="round"
        />
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
