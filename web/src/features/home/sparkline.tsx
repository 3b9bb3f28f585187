import styles from "./home.module.css";

const [WIDTH, HEIGHT] = [100, 30];

/** The course of a score from 0 to 100, without figures: the tile states them. Days must be in order. */
export function Sparkline({ scores }: { scores: readonly number[] }) {
  const [low, high] = [Math.min(...scores), Math.max(...scores)];
  if (scores.length < 2 || low === high) return null;
  const points = scores.map((score, n) => {
    const [x, y] = [(WIDTH * n) / (scores.length - 1), HEIGHT - (HEIGHT * (score - low)) / (high - low)];
    return `${x.toFixed(1)} ${y.toFixed(1)}`;
  });
  return (
    <svg
      className={styles["spark"]}
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      preserveAspectRatio="none"
      aria-hidden
    >
      <path d={`M${points.join("L")}`} />
    </svg>
  );
}
