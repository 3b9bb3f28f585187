interface AnyPage {
  pagination: { pages: number };
}

/** All pages of a list that has few; those after the first at the same time. */
export async function allPages<Page extends AnyPage>(
  load: (page: number) => Promise<Page>,
): Promise<[Page, ...Page[]]> {
  const first = await load(1);
  const others = Array.from({ length: Math.max(0, first.pagination.pages - 1) }, (_, n) => load(n + 2));
  return [first, ...(await Promise.all(others))];
}
