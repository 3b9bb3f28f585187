import type { paths } from "../../web/src/http/schema.d.ts";

export type Method = "get" | "post" | "put" | "patch" | "delete";

/** A described path with `*` for each parameter. */
type Wild<P extends string> = P extends `${infer Before}{${string}}${infer After}`
  ? `${Before}*${Wild<After>}`
  : P;
type Described = { [P in keyof paths as Wild<P>]: paths[P] };

/** Most paths are described without this prefix, which is the server's. */
type Unprefixed<P extends string> = P extends `/api/v1${infer Path}` ? Path : P;
/** A literal with capitals is a name, such as that of a control. */
type Segment<S extends string> = string extends S ? "*" : S extends Lowercase<S> ? S : "*";
/** The same of a requested path, whose parameters are any strings. */
type Requested<P extends string> = P extends `${infer Path}?${string}`
  ? Requested<Path>
  : P extends `${infer First}/${infer Rest}`
    ? `${Segment<First>}/${Requested<Rest>}`
    : Segment<P>;

type Success<R> = R[keyof R & (200 | 201 | 202)];
type DataOf<O> = O extends { responses: infer R }
  ? Success<R> extends { content: { "application/json": { data: infer D } } }
    ? D
    : unknown
  : unknown;

/** The data of a successful answer, as the API describes it; `unknown` for a path of any form. */
export type AnswerData<M extends Method, P extends string> =
  Requested<Unprefixed<P>> extends infer K extends keyof Described
    ? DataOf<Described[K][M & keyof Described[K]]>
    : unknown;
