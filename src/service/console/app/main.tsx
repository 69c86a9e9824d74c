/** The console's program in the browser. Next stop: shell/app.tsx. */
import './style/base.css';
import './style/shell.css';
import './style/parts.css';
import '@event-calendar/core/index.css';
import 'uplot/dist/uPlot.min.css';
import './style/board.css';
import { render } from 'preact';
import { readClock, setClock, startClock } from './data/clock.ts';
import { listen, openLive } from './data/live.ts';
import { followHash } from './data/route.ts';
import { App } from './shell/app.tsx';
import { startTheme } from './shell/theme.ts';

const root = document.getElementById('app');
startTheme();
followHash();
startClock(root?.dataset ?? {});
// A service that began again may have another clock.
listen([], () => void readClock());
openLive(setClock);
if (root !== null) render(<App />, root);
