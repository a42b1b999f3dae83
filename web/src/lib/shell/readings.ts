/** How much of what a page shows is being read anew. */
export const readings = { now: 0 };
