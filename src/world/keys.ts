/** Single key presses from a terminal, for commands that keep running. */

export interface Keys {
  /** Listens for keys until the returned function is called, which releases the terminal. Ctrl-C comes as `\u0003`. */
  listen(heard: (key: string) => void): () => void;
}

export function openKeys(): Keys {
  return {
    listen(heard) {
      const { stdin } = process;
      const take = (piece: Buffer): void => [...piece.toString('utf8')].forEach(heard);
      stdin.setRawMode(true);
      stdin.on('data', take).resume();
      return () => {
        stdin.off('data', take).pause();
        stdin.setRawMode(false);
      };
    },
  };
}
