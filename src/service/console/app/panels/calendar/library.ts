/** What the calendar takes of its library: a file of its own in the browser, loaded by panel.tsx. */
export { createCalendar, DayGrid, destroyCalendar, Interaction, TimeGrid } from '@event-calendar/core';
