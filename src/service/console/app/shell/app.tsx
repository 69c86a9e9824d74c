/** The page as a whole: navigation, the bar with the clock, and the panel that is open. */
import type { ComponentChildren, ComponentType } from 'preact';
import { useEffect, useErrorBoundary, useRef, useState } from 'preact/hooks';
import type { ConsolePanel } from '../../../../kernel/console.ts';
import { isShut } from '../data/api.ts';
import { isKnown } from '../data/clock.ts';
import { connection } from '../data/live.ts';
import { route } from '../data/route.ts';
import { PANELS } from '../panels.ts';
import type { PanelProps } from '../parts/panel-props.ts';
import { Command } from '../parts/command.tsx';
import { Empty, Skeleton } from '../parts/small.tsx';
import { Bar } from './bar.tsx';
import { Keys } from './keys.tsx';
import { Navigation } from './navigation.tsx';
import { Search } from './search.tsx';
import { Toasts } from './toasts.tsx';

export function App() {
  if (isShut.value) return <Shut />;
  return (
    <>
      <button class="skip" onClick={focusPanel}>
        Skip to the panel
      </button>
      <div class="shell">
        <Navigation />
        <div>
          <Bar />
          {connection.value === 'lost' && (
            <p class="notice warn" role="alert">
              The service does not answer. The page goes on when it is back.
            </p>
          )}
          <main class="page" id="page" tabIndex={-1}>
            <OpenPanel />
          </main>
        </div>
      </div>
      <Search />
      <Keys />
      <Toasts />
    </>
  );
}

/** Where the next Tab begins: a panel that was just opened. */
const focusPanel = (): void => document.getElementById('page')?.focus({ preventScroll: true });

const Shut = () => (
  <main class="page">
    <Empty title="The console is closed">
      <p>This browser is no longer signed in to the service. Open the console again from your terminal.</p>
      <Command text="svc local open" />
    </Empty>
  </main>
);

const loaded = new Map<ConsolePanel, ComponentType<PanelProps>>();

function OpenPanel() {
  const { panel, id } = route.value;
  const [, setCount] = useState(0);
  const [isMissing, setMissing] = useState(false);
  const Panel = loaded.get(panel);
  const before = useRef(panel);
  useEffect(() => {
    if (before.current !== panel) focusPanel();
    before.current = panel;
    document.title = `${PANELS[panel].title} · svc console`;
    if (loaded.has(panel)) return;
    setMissing(false);
    PANELS[panel].load().then(
      (module) => {
        loaded.set(panel, module.default);
        setCount((count) => count + 1);
      },
      (error: unknown) => {
        console.error(error);
        setMissing(true);
      },
    );
  }, [panel]);
  if (isMissing)
    return (
      <Empty title="This panel could not be loaded">
        <p>svc was updated, or the service stopped. Reload the page.</p>
      </Empty>
    );
  if (Panel === undefined || !isKnown.value) return <Skeleton lines={8} />;
  return (
    <Guarded key={panel}>
      <Panel {...(id === undefined ? {} : { id })} />
    </Guarded>
  );
}

/** A fault of a panel is said in its place, and leaves the rest of the page alone. */
function Guarded({ children }: { children: ComponentChildren }) {
  const [error, retry] = useErrorBoundary((fault: unknown) => console.error(fault)) as [unknown, () => void];
  if (error === undefined) return <>{children}</>;
  return (
    <Empty title="This panel could not be drawn">
      <p>{error instanceof Error ? error.message : String(error)}</p>
      <button onClick={retry}>Try again</button>
    </Empty>
  );
}
