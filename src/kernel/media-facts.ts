/** What the bytes of a file tell about its picture, and bytes to read it from. Read in platforms/media-facts.ts. */

/** Whatever is absent is unknown, which no platform is taken to refuse. */
export interface MediaFacts {
  /** Pixels, as shown: a turned photo or video has its sides swapped. */
  readonly width?: number;
  readonly height?: number;
  readonly seconds?: number;
  /** The mean over the file. */
  readonly framesPerSecond?: number;
}

/** Bytes that can be read anywhere. */
export interface ByteSource {
  readonly sizeBytes: number;
  /** The bytes from `start` up to but without `end`; fewer where the file ends. */
  read(start: number, end: number): Promise<Uint8Array>;
}
