/** Single keys from a terminal, as they are pressed: for a command that stays and is steered. */

export interface Keys {
  /** Hears keys until the answer is called, which gives the terminal back. Ctrl-C comes as `\u0003`. */
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
