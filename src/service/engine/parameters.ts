/** Names that the API gives to parameters of lists which are no field of a record. Read by select.ts. */

export const PARAMETERS = {
  limit: ['limit'],
  from: ['from', 'since', 'start', 'fromDate', 'dateFrom', 'startDate', 'start_date', 'startTime', 'createdAfter'],
  to: ['to', 'until', 'end', 'toDate', 'dateTo', 'endDate', 'end_date', 'endTime', 'createdBefore'],
  search: ['search', 'q', 'query', 'term', 'searchTerm', 'keyword', 'keywords'],
  sort: ['sortBy', 'sort', 'orderBy', 'order_by', 'sort_by'],
  direction: ['order', 'sortOrder', 'sortDirection', 'direction', 'sort_order'],
} as const satisfies Readonly<Record<string, readonly string[]>> as Readonly<
  Record<'limit' | 'from' | 'to' | 'search' | 'sort' | 'direction', readonly string[]>
>;
