import type { Unit } from "./sections.ts";

export interface PackLimits {
  /** The cost of every chunk before its text: prefix and special pieces. */
  base: number;
  target: number;
  max: number;
  textOf(unit: Unit): string;
}

/** Wider white space between two units is dropped from a chunk. */
const WIDEST_GAP = 200;

class Packer {
  readonly packs: Unit[][] = [];
  readonly #limits: PackLimits;
  #open: Unit[] = [];
  #total = 0;

  constructor(limits: PackLimits) {
    this.#limits = limits;
  }

  /** `rest` is the cost of this unit and all following ones. */
  add(unit: Unit, rest: number): void {
    if (this.#open.length > 0 && this.#breaksBefore(unit, rest)) this.close(unit);
    if (this.#open.length === 0) this.#start();
    this.#open.push(unit);
    this.#total += unit.cost;
  }

  /** Ends the open chunk. A sentence that announces what follows stays with it. */
  close(next: Unit | null): void {
    const last = this.#open.at(-1);
    const carried = next && last && this.#open.length > 1 && this.#announces(last, next) ? [last] : [];
    const kept = carried.length > 0 ? this.#open.slice(0, -1) : this.#open;
    if (kept.length > 0) this.packs.push(kept);
    this.#start();
    this.#open = carried;
    for (const unit of carried) this.#total += unit.cost;
  }

  #start(): void {
    this.#open = [];
    this.#total = this.#limits.base;
  }

  /** Whether the unit ends in a colon, and fits into one chunk with what follows. */
  #announces(last: Unit, next: Unit): boolean {
    const { base, max, textOf } = this.#limits;
    if (last.kind === "table" || next.kind === last.kind || next.page !== last.page) return false;
    if (next.start - last.end > WIDEST_GAP || base + last.cost + next.cost > max) return false;
    return textOf(last).endsWith(":");
  }

  #breaksBefore(unit: Unit, rest: number): boolean {
    const { target, max } = this.#limits;
    const last = this.#open.at(-1);
    if (last && unit.start - last.end > WIDEST_GAP) return true;
    if (this.#total + unit.cost > max) return true;
    // Citations name a page, and a chunk over two pages would name the wrong one.
    if (last && unit.page !== last.page) return true;
    // A short rest is included rather than left as a tiny chunk.
    return this.#total + unit.cost > target && this.#total + rest > max;
  }
}

/** Packs the units of a section, in order, into chunks close to the target and never above the maximum. */
export function packUnits(units: readonly Unit[], limits: PackLimits): Unit[][] {
  const packer = new Packer(limits);
  let rest = units.reduce((sum, unit) => sum + unit.cost, 0);
  for (const unit of units) {
    packer.add(unit, rest);
    rest -= unit.cost;
  }
  packer.close(null);
  return packer.packs;
}
