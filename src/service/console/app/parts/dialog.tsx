/** A window over the page; Escape closes it, and the focus goes back to where it was. */
import type { ComponentChildren } from 'preact';
import { useEffect, useRef } from 'preact/hooks';

interface Props {
  readonly title: string;
  readonly onClose: () => void;
  readonly children: ComponentChildren;
  readonly footer?: ComponentChildren;
  /** As wide as the screen allows, for two columns. */
  readonly isWide?: boolean;
}

export function Dialog({ title, onClose, children, footer, isWide = false }: Props) {
  const element = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    element.current?.showModal();
  }, []);
  return (
    <dialog ref={element} class={isWide ? 'wide' : ''} aria-label={title} onClose={onClose}>
      <header>
        <h2 class="grow">{title}</h2>
        <button class="plain" aria-label="Close" onClick={() => element.current?.close()}>
          ×
        </button>
      </header>
      <div class="body" tabIndex={0} role="region" aria-label={title}>
        {children}
      </div>
      {footer !== undefined && <footer>{footer}</footer>}
    </dialog>
  );
}
