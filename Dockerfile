# 问渠 Wenqu as an image: one static binary on an empty system, not root.
#
#   docker build -t wenqu .
#   docker run -p 127.0.0.1:8080:8080 -v wenqu:/data wenqu

FROM node:24-bookworm-slim AS page
WORKDIR /src
COPY web/package.json web/package-lock.json web/.npmrc web/
RUN npm --prefix web ci
COPY tools/font/package.json tools/font/package-lock.json tools/font/
RUN npm --prefix tools/font ci
COPY web web
COPY content content
COPY tools tools
RUN npm --prefix web run build
RUN node tools/compress.mjs web/dist web/packed
RUN node tools/font/pack.mjs font.ttf.br

FROM golang:1.26-bookworm AS binary
WORKDIR /src
COPY go.mod go.sum ./
RUN go mod download
COPY . .
COPY --from=page /src/web/packed web/packed
COPY --from=page /src/web/dist/.vite web/dist/.vite
COPY --from=page /src/web/node_modules web/node_modules
COPY --from=page /src/font.ttf.br internal/export/pdf/font.ttf.br
ARG VERSION=devel
RUN CGO_ENABLED=0 go build -trimpath -tags dist,font -ldflags "-s -w -X main.version=$VERSION" -o bin/wenqu ./cmd/wenqu
RUN go run ./tools/sbom texts bin/THIRD_PARTY_LICENSES
RUN mkdir -p root/data root/tmp root/usr/share/doc/wenqu root/etc/ssl/certs
RUN cp bin/wenqu root/wenqu
RUN cp LICENSE NOTICE bin/THIRD_PARTY_LICENSES root/usr/share/doc/wenqu/
RUN cp /etc/ssl/certs/ca-certificates.crt root/etc/ssl/certs/

FROM scratch
COPY --from=binary --chown=65532:65532 /src/root/ /
USER 65532:65532
ENV WENQU_ADDR=0.0.0.0:8080 WENQU_DATA=/data WENQU_PROBE=off
VOLUME /data
EXPOSE 8080
HEALTHCHECK --interval=30s --timeout=5s --start-period=20s CMD ["/wenqu", "health"]
ENTRYPOINT ["/wenqu"]
CMD ["serve"]
