/** Moments of real time, each as long as the machine makes it. @param count of the event loop */
export async function turns(count: number): Promise<void> {
  for (let turn = 0; turn < count; turn += 1) await new Promise(setImmediate);
}
