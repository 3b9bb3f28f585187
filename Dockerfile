FROM node:24-bookworm AS packages
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
COPY web/package.json ./web/
RUN npm ci --omit=dev --no-audit --no-fund

FROM packages AS console
RUN npm install --no-save --include=dev --no-audit --no-fund
COPY . .
RUN node dev/build-web.ts
RUN node dev/build-parsers.mjs
RUN node --eval "import('/app/workers/bundle-workflows.ts').then(({ bundleWorkflows }) => bundleWorkflows())"

FROM packages AS models
RUN apt-get update \
  && apt-get install -y --no-install-recommends python3 python3-venv \
  && rm -rf /var/lib/apt/lists/*
COPY dev ./dev
RUN node --input-type=module -e " \
  import { renameSync } from 'node:fs'; \
  import { prepareModels } from '/app/dev/setup/models.mjs'; \
  renameSync(await prepareModels(console.log), '/models');"

FROM node:24-bookworm-slim
# Threads share two heaps of the C library instead of getting one each, which saves the worker 50 MB. Huge
# pages make the start of a child eight times faster, because it copies the page table. On a machine with much
# memory, V8 would use 128 MB for each isolate's new objects alone.
ENV NODE_ENV=production DATA_DIR=/data MODEL_DIR=/models MALLOC_ARENA_MAX=2 \
    GLIBC_TUNABLES=glibc.malloc.hugetlb=1 NODE_OPTIONS=--max-semi-space-size=16
WORKDIR /app
# A new volume inherits the owner of its folder in the image.
RUN mkdir /data && chown node:node /data
COPY --from=packages /app/node_modules ./node_modules
COPY --from=models /models /models
COPY . .
COPY --from=console /app/web/dist ./web/dist
COPY --from=console /app/extraction/dist ./extraction/dist
COPY --from=console /app/workers/dist ./workers/dist
USER node
CMD ["node", "api/main.ts"]
