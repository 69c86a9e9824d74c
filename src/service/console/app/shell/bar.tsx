/** Above every panel: search, the service's clock and how to move it, light or dark. */
import { connection } from '../data/live.ts';
import { mode, now } from '../data/clock.ts';
import { advance, setMode } from '../data/steer-clock.ts';
import { shortTime } from '../parts/text.ts';
import { Icon } from '../parts/icons.tsx';
import { Pill } from '../parts/small.tsx';
import { isMenuOpen } from './navigation.tsx';
import { isSearching } from './search.tsx';
import { switchTheme, theme } from './theme.ts';

export const Bar = () => (
  <header class="bar">
    <button
      class="plain menu-button"
      aria-label="Panels"
      aria-expanded={isMenuOpen.value}
      aria-controls="menu"
      onClick={() => (isMenuOpen.value = !isMenuOpen.value)}
    >
      <Icon name="menu" />
    </button>
    <button class="search" onClick={() => (isSearching.value = true)}>
      <Icon name="search" />
      <span>Search everything</span>
      <kbd>/</kbd>
    </button>
    <span class="grow" />
    <div class="clock" role="group" aria-label="Clock of the service">
      {connection.value !== 'live' && <Pill tone="warn">Connecting</Pill>}
      <span class="mono time">{shortTime(now.value)}</span>
      <Steps />
    </div>
    <button
      class="plain"
      aria-label={theme.value === 'dark' ? 'Use light colors' : 'Use dark colors'}
      onClick={switchTheme}
    >
      <Icon name={theme.value === 'dark' ? 'sun' : 'moon'} />
    </button>
  </header>
);

const STEPS = [
  ['+1 min', { seconds: 60 }],
  ['+1 h', { seconds: 3_600 }],
  ['+1 d', { seconds: 86_400 }],
  ['Next due', { untilNextDue: true }],
] as const;

const Steps = () => (
  <div class="steps">
    {mode.value === 'frozen' ? (
      <>
        {STEPS.map(([text, body]) => (
          <button key={text} onClick={() => void advance(body)}>
            {text}
          </button>
        ))}
        <button class="plain" onClick={() => void setMode('real')}>
          Run
        </button>
      </>
    ) : (
      <button title="Freeze the clock, and move it by hand" onClick={() => void setMode('frozen')}>
        Freeze
      </button>
    )}
  </div>
);
