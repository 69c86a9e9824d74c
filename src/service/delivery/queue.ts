/** The delivery queue's door at emit time: it may turn events away, which are parked then. Controlled by control/, asked by outlet.ts. */

export interface DeliveryQueue {
  isRefusing(): boolean;
  refuse(isRefusing: boolean): void;
}

export function openQueue(): DeliveryQueue {
  let refusing = false;
  return { isRefusing: () => refusing, refuse: (isRefusing) => void (refusing = isRefusing) };
}
