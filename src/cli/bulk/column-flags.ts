/** Flags that say how the columns of a file are read. Next stop: client/bulk/mapping.ts. */

export const mapFlag = {
  type: 'string',
  repeat: true,
  placeholder: 'Column=field',
  summary: 'Read this column of the file as this field; `Column=` leaves the column out',
} as const;

export const decimalCommaFlag = {
  type: 'boolean',
  summary: 'Read numbers such as 1.234,5 with a decimal comma',
} as const;
