/** The toasts, at the edge of the page. */
import { removeToast, toasts } from '../data/toasts.ts';

export const Toasts = () => (
  <div class="toasts" role="status" aria-live="polite">
    {toasts.value.map(({ key, tone, text, undo }) => (
      <div key={key} class={`toast ${tone}`}>
        <p class="grow">{text}</p>
        {undo && (
          <button
            onClick={() => {
              removeToast(key);
              undo();
            }}
          >
            Undo
          </button>
        )}
        <button class="plain" aria-label="Dismiss" onClick={() => removeToast(key)}>
          ×
        </button>
      </div>
    ))}
  </div>
);
