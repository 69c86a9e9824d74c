/** A library that one panel draws with. It is loaded when that panel is shown, beside what the panel reads. */
import { useEffect, useState } from 'preact/hooks';

type Found<T> = { readonly here: T } | { readonly error: unknown };

/** @returns undefined until it is here @throws while drawing when it could not be loaded, which the panel's frame says */
export function useLibrary<T>(load: () => Promise<T>): T | undefined {
  const [loading] = useState(load);
  const [found, setFound] = useState<Found<T>>();
  useEffect(() => {
    loading.then(
      (here) => setFound({ here }),
      (error: unknown) => setFound({ error }),
    );
  }, [loading]);
  if (found === undefined) return undefined;
  if ('here' in found) return found.here;
  console.error(found.error);
  throw new Error('A part of it could not be loaded. Reload the page: svc was updated, or the service stopped.');
}
