# The web app in a container: docker build -t spielwerk . && docker run -p 8123:8123 -v games:/data spielwerk
FROM rust:1.95-slim-trixie AS build
RUN apt-get update && apt-get install -qy --no-install-recommends gcc libc6-dev && rm -rf /var/lib/apt/lists/*
WORKDIR /source
COPY . .
RUN cargo build --profile dist --locked --package spielwerk

FROM debian:trixie-slim
RUN useradd --system --create-home --home-dir /data --shell /usr/sbin/nologin spielwerk
COPY --from=build /source/target/dist/spielwerk /usr/local/bin/spielwerk
COPY --from=build /source/packaging/healthcheck /usr/local/bin/healthcheck
COPY --from=build /source/LICENSE-APACHE /source/LICENSE-MIT /usr/share/doc/spielwerk/
USER spielwerk
VOLUME /data
ENV SPIELWERK_STORE=/data/games.db SPIELWERK_TABLES=/data/tables
EXPOSE 8123
HEALTHCHECK --interval=30s --timeout=5s --start-period=5s CMD ["/usr/local/bin/healthcheck", "8123"]
ENTRYPOINT ["spielwerk"]
CMD ["serve", "--bind", "0.0.0.0", "--port", "8123"]
